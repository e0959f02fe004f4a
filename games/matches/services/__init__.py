"""
What can be done with matches and open tables; no other code writes them. Import each module by itself:
`from games.matches.services.play import play`.
"""
