"""Access: roles, paired phones, cookies, form keys, rate limits, the guard of every request.

Public: cookies, devices, form_keys, guard, pairing, roles, sealed_calls, secret_file.
"""
