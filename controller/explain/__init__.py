"""Why a verdict is true."""
