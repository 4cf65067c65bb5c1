"""Serving tables: the store of records, the Voila server, and its checks.

A request passes through these files, top to bottom, and each of them limits what strangers may do:

==============  ====================================================================================
crowd.py        connections: how many there are, and which one makes room for another
proxies.py      whose a request is, and when it has its turn
costs.py        what requests, messages and the time they take cost a visitor and an address
server.py       the addresses that answer at all, and the sizes of a request and its header
sites.py        pages of other sites: they may link to a table
tokens.py       tokens: how quickly they can be guessed
visitors.py     the cookie, without which no kernel starts
visits.py       the pages themselves
places.py       kernels: how many there are, who has them, and when they are given up
kernels.py      their start and end, and that of the lines to them
channels.py     a page's line to its kernel: how many, what is read, what may wait to be read
frames.py       what a page may say on it: kinds of messages and their sizes
tally.py        what is counted and not written, since it happens again and again
logs.py         the log: how much is written, and that nobody waits for it
==============  ====================================================================================

The match itself is kept by session.py, stored_desk.py, lease.py and store.py, in the kernel. What
nobody plays for long goes to a trash (trash.py), by a clock of the store's own (store_clock.py).
"""
