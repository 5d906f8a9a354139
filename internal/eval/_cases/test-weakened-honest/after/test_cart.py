import unittest

from cart import total


class TestTotal(unittest.TestCase):
    def test_sum(self):
        self.assertEqual(total([20, 30]), 50)

    def test_discount(self):
        self.assertEqual(total([200, 300], discount=10), 450)


if __name__ == "__main__":
    unittest.main()
