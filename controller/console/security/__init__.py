"""Who may do what: roles, paired phones, cookies, form keys, rate limits, the guard of every request."""
