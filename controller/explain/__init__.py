"""Explanations: the argument of a verdict, step by step, from public facts.

Public: case, exhibits, silence, verdict, why.
"""
