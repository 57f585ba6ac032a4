"""``python -m controller`` is the program ``schiri``."""

import sys

if __name__ == "__main__":
    try:
        from controller.cli import main

        sys.exit(main())
    except KeyboardInterrupt:  # while the program was being loaded
        sys.exit(130)
