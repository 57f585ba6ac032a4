"""The scene in Blender: all code that needs the module `bpy`, and beside it only numpy and OpenCV."""
