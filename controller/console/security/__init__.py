"""Access: roles, paired phones, cookies, form keys, rate limits, the guard of every request.

Public: devices, guard, pairing, roles, secret_file.
"""
