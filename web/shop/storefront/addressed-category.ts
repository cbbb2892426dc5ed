import { createContext } from 'react'
import type { StorefrontCategory } from '#contract/products/categories.ts'

/** The word that the page's address filtered the shop by when it was loaded. */
export const AddressedCategory = createContext<StorefrontCategory>('all')
