"""Deals of which something went unseen: observations, orders and courses that these allow, copies nobody told apart.

Public: account, copies, courses, doubt, orders, sight.
"""
