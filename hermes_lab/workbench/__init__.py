"""The panels of the notebooks, and the server that shows them. The only rooms that know ipywidgets, pandas and Jupyter."""
