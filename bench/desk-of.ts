import type { Product } from '#contract/products/products.ts'
import { type Ask, cookiesOf } from './ask.ts'
import { PASSWORD } from './subjects.ts'

export async function signIn(ask: Ask): Promise<string> {
  const answer = await ask('/api/admin/login', { method: 'POST', body: { password: PASSWORD } })
  if (answer.status >= 300) throw new Error(`The desk did not open: ${answer.bytes}`)
  return cookiesOf(answer)
}

export async function listProducts(ask: Ask): Promise<Product[]> {
  return JSON.parse((await ask('/api/products')).bytes.toString())
}

export async function setStock(
  ask: Ask,
  cookie: string,
  { id, stock }: Product,
  wanted: number,
): Promise<void> {
  const body = { stock: wanted, baseStock: stock }
  const answer = await ask(`/api/products/${id}`, { method: 'PUT', headers: { cookie }, body })
  if (answer.status !== 200) throw new Error(`The stock was not set: ${answer.bytes}`)
}
