import { PRODUCT_CATEGORIES } from './categories.ts'

const KEEPING: Record<(typeof PRODUCT_CATEGORIES)[number], string> = {
  Bakery: 'Bagels are best within two days. Slice and freeze the rest.',
  'Farm Eggs': 'Keep eggs in the refrigerator, in their carton.',
  Vegetables:
    'Twist the tops off carrots and beets, and keep greens cold in a bag. Tomatoes, potatoes and squash stay out of the refrigerator.',
  'Pickled Goods': 'Refrigerate pickles once they are open.',
  'Seasonings & Mixes': 'Keep seasonings dry, dark and closed.',
  Microgreens: 'Keep microgreens dry and cold, and use them within a week.',
  'Farmers Cheese': 'Keep cheese cold and wrapped.',
}

/** How to keep goods of these categories at home; the farm's own have nothing said. */
export function keepingOf(categories: readonly string[]): string[] {
  return PRODUCT_CATEGORIES.filter((one) => categories.includes(one)).map((one) => KEEPING[one])
}
