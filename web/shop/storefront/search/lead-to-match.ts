import type { QueryClient } from '@tanstack/react-query'
import { productPath } from '#contract/products/product-path.ts'
import type { Product } from '#contract/products/products.ts'
import { productsQuery } from '#web/api/shop-queries.ts'
import { announce } from '#web/ui/announcer.tsx'
import { shopSearch } from './product-finder.ts'

/** `#find=` and some words on the home page lead to their best match. */
const FIND = '#find='

export async function leadToProduct(product: Product, question: string): Promise<void> {
  if (location.pathname + location.search !== '/')
    return location.assign(`/${FIND}${encodeURIComponent(question)}`)
  const card = await cardOf(product)
  if (!card) return location.assign(productPath(product))
  outline(card)
  announce(`${product.name} is outlined on the page.`)
}

export async function leadToAddressed(client: QueryClient): Promise<void> {
  const question = decodeURIComponent(location.hash.slice(FIND.length))
  const products = await client.fetchQuery(productsQuery)
  const [first] = (products && shopSearch(products)(question)) ?? []
  if (first) await leadToProduct(first, question)
  else location.replace('/#products')
}

/** Shows more of a long shop until the product's card appears; null if it never does. */
async function cardOf(product: Product): Promise<HTMLElement | null> {
  const link = `#products a[href="${productPath(product)}"]`
  for (;;) {
    const card = document.querySelector(link)?.closest('li')
    if (card) return card
    const more = document.querySelector<HTMLElement>('#products [data-more]')
    if (!more) return null
    more.click()
    await new Promise(requestAnimationFrame)
  }
}

let outlined: HTMLElement | null = null

function outline(card: HTMLElement): void {
  outlined?.removeAttribute('style')
  outlined = card
  Object.assign(card.style, {
    outline: '3px solid var(--color-leaf)',
    outlineOffset: '3px',
    scrollMarginTop: '10rem',
  })
  // A phone's keyboard would cover it.
  if (matchMedia('(pointer: coarse)').matches && document.activeElement instanceof HTMLElement)
    document.activeElement.blur()
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  card.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' })
}
