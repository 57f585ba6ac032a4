"""Deals of which something went unseen: their observations, and the orders and courses that these allow.

Public: account, courses, doubt, orders, sight.
"""
