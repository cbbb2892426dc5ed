import { analytics } from '#contract/analytics.ts'
import { cashBoxes } from '#contract/cash-box.ts'
import { deskProducts } from '#contract/desk-products.ts'
import { products } from '#contract/products.ts'
import { sales } from '#contract/sales.ts'
import { trucks } from '#contract/truck.ts'

export const SOLD = [
  sales.list,
  products.list,
  deskProducts.list,
  cashBoxes.show,
  trucks.show,
  analytics.dashboard,
]
