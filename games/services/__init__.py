"""
What can be done with matches and open tables; no other code writes them. Import each module by itself:
`from games.services.play import play`.
"""
