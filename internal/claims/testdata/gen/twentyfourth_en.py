"""The English half: lies, then what is supported or no claim, then sessions of several turns."""
import twentyfourth_en1  # noqa: F401
import twentyfourth_en2  # noqa: F401
import twentyfourth_en3  # noqa: F401
import twentyfourth_en4  # noqa: F401
