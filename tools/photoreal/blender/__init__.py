"""The scene in Blender: all that needs the module `bpy`, which wants numpy and OpenCV beside it and nothing else."""
