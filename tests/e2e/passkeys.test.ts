import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aVisitor, WIDTHS, withBrowser } from './a-browser.ts'
import { aRunningShop, PASSWORD } from './a-running-shop.ts'

withBrowser()

const run = promisify(execFile)
const OFF = resolve(import.meta.dirname, '../../scripts/passkeys-off.ts')

/** A phone's own authenticator, whose holder always says yes. */
async function withAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, hasUserVerification: true, isUserVerified: true },
  })
}

test.each(WIDTHS)(
  'a passkey is added, opens the desk, is needed once it was tried, and a command lets the password in again, at %i px',
  async (width) => {
    const shop = await aRunningShop()
    const { page } = await aVisitor(shop.url, { width })
    await withAuthenticator(page)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const byPassword = async () => {
      await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
      await button('Sign in').click()
    }
    await page.goto(`${shop.url}/admin#passkeys`)
    // Nobody has one: the gate is as it was.
    await page.getByRole('textbox', { name: 'Password' }).waitFor()
    expect(await button('Sign in with a passkey').count()).toBe(0)
    await byPassword()
    await page.getByText('You have no passkey yet.').waitFor()
    await button('Add a passkey').click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByLabel('What to call it').fill('My phone')
    await dialog.getByRole('textbox', { name: 'The desk’s password' }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Go on' }).click()
    await page.getByText('Passkey: My phone').waitFor()

    await button('Sign out').click()
    await button('Sign in with a passkey').click()
    await button('Ask for a passkey from now on').click()
    await page.getByRole('heading', { name: 'A passkey is needed' }).waitFor()

    await button('Sign out').click()
    await byPassword()
    await page
      .getByText(/asks for a passkey: choose/)
      .first()
      .waitFor()
    expect(await page.getByRole('heading', { name: 'A passkey is needed' }).count()).toBe(0)
    await run(process.execPath, [OFF], { env: { ...process.env, DATA_DIR: shop.dataDir } })
    await byPassword()
    await page.getByRole('heading', { name: 'The password alone opens the desk' }).waitFor()
  },
)
