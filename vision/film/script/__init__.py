"""Film scripts: who lays which card where, when and by which path, and where effects act.

Public: effect, plan, script, spread.
"""
