import { expect, test } from 'vitest'
import { toThousandths } from '../products/quantity.ts'
import { formatKitchenAmount } from './kitchen-amounts.ts'

test.each([
  [0.333, 'cup', '1/3 cup'],
  [0.666, 'cup', '2/3 cup'],
  [0.667, 'cup', '2/3 cup'],
  [1.665, 'cup', '1 2/3 cups'],
  [3.996, 'cup', '4 cups'],
  [1, 'cup', '1 cup'],
  [1.5, 'tsp', '1 1/2 tsp'],
  [0.125, 'tsp', '1/8 tsp'],
  [0.25, 'tbsp', '1/4 tbsp'],
  [16, 'tsp', '1/3 cup'],
  [12, 'tbsp', '3/4 cup'],
  [10, 'tsp', '10 tsp'],
  [6, 'tsp', '2 tbsp'],
  [13, 'tbsp', '13 tbsp'],
  [2, 'tsp', '2 tsp'],
  [0.125, 'cup', '1/8 cup'],
  [1, 'tbsp', '1 tbsp'],
  [20, 'tbsp', '1 1/4 cups'],
  [1250.4, 'tbsp', '1,250.4 tbsp'],
  [0.45, 'cup', '0.45 cup'],
  [0.004, 'tsp', '0.004 tsp'],
  [0.333, 'lb', '0.333 lb'],
  [3, 'piece', '3'],
] as const)('%d %s is measured out as %s', (quantity, unit, text) => {
  expect(formatKitchenAmount(toThousandths(quantity), unit)).toBe(text)
})
