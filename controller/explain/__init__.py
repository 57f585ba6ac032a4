"""Explanations: the argument of a verdict, step by step, from public facts.

Public: case, certificate, exhibits, silence, verdict, why.
"""
