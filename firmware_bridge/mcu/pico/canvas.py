"""A picture of dots, in pages of eight lines as OLED and e-paper have them: a byte a column, bit 0 at the top."""


class Canvas:
    """Black and white dots.

    Attributes:
        pages: The dots, page after page.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.pages = bytearray(width * height // 8)

    def clear(self) -> None:
        """Switch all dots off."""
        for at in range(len(self.pages)):
            self.pages[at] = 0

    def column(self, x: int, y: int, bits: int, scale: int) -> None:
        """Draw a letter's column at x, y; each dot scale x scale; what lies outside is left out."""
        lines = 0
        for place in range(8):
            if bits >> place & 1:
                lines |= ((1 << scale) - 1) << place * scale
        lines <<= y
        for page in range(self.height // 8):
            dots = lines >> 8 * page & 0xFF
            if dots:
                for left in range(max(x, 0), min(x + scale, self.width)):
                    self.pages[page * self.width + left] |= dots

    def invert(self, top: int, high: int) -> None:
        """Turn black and white round in whole lines."""
        lines = ((1 << high) - 1) << top
        for page in range(self.height // 8):
            dots = lines >> 8 * page & 0xFF
            for left in range(self.width):
                self.pages[page * self.width + left] ^= dots
