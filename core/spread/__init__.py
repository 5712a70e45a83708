"""Work cut into spans, given to workers: in this process, in others of this machine, or on a cluster of Dask."""
