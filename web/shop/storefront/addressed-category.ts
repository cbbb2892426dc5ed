import { createContext } from 'react'
import type { StorefrontCategory } from '#contract/products/categories.ts'

export const AddressedCategory = createContext<StorefrontCategory>('all')
