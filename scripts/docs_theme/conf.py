"""What Sphinx reads; scripts/docs_site.py adds language and version."""

project = html_title = "Phylo Online"
extensions = ["myst_parser"]

html_theme = "furo"
templates_path = ["."]
html_static_path = ["docs.css", "docs.js"]
html_css_files = ["docs.css"]
html_js_files = ["docs.js"]
html_theme_options = {"top_of_page_buttons": []}
html_copy_source = False
html_show_copyright = False
html_show_sourcelink = False
html_use_index = False
html_domain_indices = False

# A block without a language is what somebody types or reads in a terminal.
highlight_language = "text"
pygments_style = "a11y-light"
pygments_dark_style = "a11y-dark"

# As GitHub numbers headings.
myst_heading_anchors = 6
myst_enable_extensions = ["html_image"]
# The pages are written for GitHub: what only MyST knows is text.
myst_disable_syntax = ["myst_role", "myst_line_comment", "myst_target", "myst_block_break"]
myst_url_schemes = {
    "http": None,
    "https": None,
    "mailto": None,
    "site": {"url": "{{path}}"},
    "part-of-site": {"url": "{{path}}#{{fragment}}"},
}
