"""python -m gnomon: the command line, also where the scripts folder is not on the path."""

from .cli import main

if __name__ == "__main__":
    main()
