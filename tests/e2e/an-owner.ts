import { expect } from 'vitest'
import type { Product } from '#contract/products.ts'
import { PASSWORD } from './a-running-shop.ts'

const JSON_BODY = { 'content-type': 'application/json' }

/** The owner at a keyboard: signs in, and changes a product or anything else by the calls of the desk. */
export async function anOwner({ url }: { url: string }) {
  const login = { method: 'POST', headers: JSON_BODY, body: JSON.stringify({ password: PASSWORD }) }
  const answer = await fetch(`${url}/api/admin/login`, login)
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  const put = async (path: string, change: object): Promise<void> => {
    const body = JSON.stringify(change)
    const sent = { method: 'PUT', headers: { ...JSON_BODY, cookie }, body }
    expect((await fetch(`${url}${path}`, sent)).status).toBe(200)
  }
  return {
    put,
    async changeProduct(name: string, change: object): Promise<void> {
      const products: Product[] = await (await fetch(`${url}/api/products`)).json()
      const id = products.find((product) => product.name.startsWith(name))?.id
      await put(`/api/products/${id}`, change)
    },
  }
}
