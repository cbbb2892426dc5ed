import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aVisitedShop, expectAccessible, shot, signOut, widths, withBrowser } from './a-browser.ts'
import { PASSWORD } from './a-running-shop.ts'

withBrowser()

const run = promisify(execFile)
const FARMSTAND = resolve(import.meta.dirname, '../../scripts/farmstand.js')

async function withAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, hasUserVerification: true, isUserVerified: true },
  })
  return (isUserVerified: boolean) =>
    cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
}

test.each(widths(390))(
  'a passkey is added, opens the desk, is needed once it was tried, and a command lets the password in again, at %i px',
  async (width) => {
    const { shop, page } = await aVisitedShop({ width })
    const recognize = await withAuthenticator(page)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const byPassword = async () => {
      await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
      await button('Sign in').click()
    }
    await page.goto(`${shop.url}/admin#passkeys`)
    // Nobody has a passkey yet: the gate is as it was.
    await page.getByRole('textbox', { name: 'Password' }).waitFor()
    expect(await button('Sign in with a passkey').count()).toBe(0)
    await byPassword()
    await page.getByText('You have no passkey yet.').waitFor()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    const add = async (label: string) => {
      await button('Add a passkey').click()
      await dialog.getByLabel('What to call it').fill(label)
      await dialog.getByRole('button', { name: 'Go on' }).click()
    }
    await add('My phone')
    await page.locator('#passkeys').getByText('Passkey: My phone').waitFor()
    await expectAccessible(page, 'passkeys')
    await add('The same phone')
    await page
      .getByText('This device has a passkey for the desk already.', { exact: true })
      .waitFor()
    await page.reload()
    await dialog.getByRole('button', { name: 'Start over' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Start over' }).click()
    await question.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await signOut(page)
    await recognize(false)
    await button('Sign in with a passkey').click()
    await page.getByText('No passkey was used.').first().waitFor()
    await recognize(true)
    await button('Sign in with a passkey').click()
    await page.getByRole('navigation', { name: 'Desk', exact: true }).first().waitFor()
    await page.goto(`${shop.url}/admin#passkeys`)
    await button('Ask for a passkey from now on').click()
    await page.getByRole('heading', { name: 'A passkey is needed' }).waitFor()

    await signOut(page)
    await page.goto(`${shop.url}/admin/stall`)
    await byPassword()
    await page.getByText('asks for a passkey').first().waitFor()
    await recognize(false)
    await button('Sign in with a passkey').click()
    await page.getByText('No passkey was used.').first().waitFor()
    await shot(page, 'stall-gate-passkey')
    await recognize(true)
    await button('Sign in with a passkey').click()
    await page
      .getByText('No market yet')
      .or(page.getByRole('link', { name: 'Hand out' }))
      .first()
      .waitFor()
    await page.goto(`${shop.url}/admin#passkeys`)
    await signOut(page)
    await byPassword()
    await page
      .getByText(/asks for a passkey: choose/)
      .first()
      .waitFor()
    expect(await page.getByRole('heading', { name: 'A passkey is needed' }).count()).toBe(0)
    await run(process.execPath, [FARMSTAND, 'passkeys-off'], {
      env: { ...process.env, DATA_DIR: shop.dataDir },
    })
    await byPassword()
    await page.getByRole('navigation', { name: 'Desk', exact: true }).first().waitFor()
    await page.goto(`${shop.url}/admin#passkeys`)
    await page.getByRole('heading', { name: 'Password only' }).waitFor()
  },
)
