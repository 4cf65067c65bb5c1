"""Charts as plotly data and layout, for pages, notebooks and exports."""
