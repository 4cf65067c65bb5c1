"""Charts as plotly data and layout, for the page, for notebooks and for exports."""
