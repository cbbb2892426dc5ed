import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Product } from '#contract/products/products.ts'
import { PASSWORD } from './a-running-shop.ts'

const JSON_BODY = { 'content-type': 'application/json' }

export async function anOwner({ url }: { url: string }) {
  const login = { method: 'POST', headers: JSON_BODY, body: JSON.stringify({ password: PASSWORD }) }
  const answer = await fetch(`${url}/api/admin/login`, login)
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  const ask = async (method: string, path: string, sent?: object) => {
    const body = sent ? JSON.stringify(sent) : null
    const headers = { ...(body ? JSON_BODY : {}), cookie }
    const answer = await fetch(`${url}${path}`, { method, headers, body })
    expect(answer.ok, `${method} ${path}`).toBe(true)
    return answer
  }
  const put = async (path: string, change: object) => void (await ask('PUT', path, change))
  return {
    cookie,
    put,
    post: async (path: string, draft: object) => (await ask('POST', path, draft)).json(),
    remove: async (path: string) => void (await ask('DELETE', path)),
    async changeProduct(name: string, change: object): Promise<void> {
      const products: Product[] = await (await fetch(`${url}/api/products`)).json()
      const id = products.find((product) => product.name.startsWith(name))?.id
      await put(`/api/products/${id}`, change)
    },
  }
}

/** Signs in on the page, at an address of the desk. */
export async function enterDesk(page: Page, address = '/admin', password = PASSWORD) {
  await page.goto(address)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.keyboard.press('Enter')
}
