"""Access: roles, paired phones, cookies, form keys, rate limits, the guard of every request, the table's certificate.

Public: certificate, devices, guard, pairing, roles, secret_file.
"""
