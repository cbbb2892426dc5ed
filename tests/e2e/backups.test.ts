import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { aVisitor, expectAccessible, openPlace, widths, withBrowser } from './a-browser.ts'
import { aRunningShop, PASSWORD } from './a-running-shop.ts'
import { enterDesk } from './an-owner.ts'

withBrowser()

const PROJECT = resolve(import.meta.dirname, '../..')

function command(name: string, given: string[], env: Record<string, string>) {
  const { PATH = '' } = process.env
  const done = spawnSync(process.execPath, ['scripts/farmstand.js', name, ...given], {
    cwd: PROJECT,
    env: { PATH, ...env },
    encoding: 'utf8',
  })
  return { code: done.status, said: done.stdout + done.stderr }
}

test.each(widths(390))(
  'at %i px a backup is made at the desk, downloaded, restored there, and put back by the command once the shop is closed',
  async (width) => {
    const shop = await aRunningShop()
    const { page } = await aVisitor(shop.url, { width })
    await enterDesk(page)
    await openPlace(page, 'Settings')
    await page.getByRole('link', { name: 'Backup', exact: true }).click()
    await page.getByText('No backups yet.').waitFor()
    await expectAccessible(page, 'no backups')
    await page.getByRole('button', { name: 'Back up now' }).press('Enter')
    const link = page.getByRole('link', { name: /^Download the backup from/ })
    await link.waitFor()
    await page.getByRole('button', { name: 'Back up now' }).waitFor()
    await expectAccessible(page, 'backups')
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    const file = `${shop.dataDir}/downloaded.tar.zst`
    await download.saveAs(file)
    await page.getByRole('button', { name: /^Restore the backup from/ }).click()
    const check = page.getByRole('dialog', { name: 'Check this backup?' })
    await expectAccessible(page, 'the question before a check')
    await check.getByRole('button', { name: 'Check it' }).click()
    await page.getByRole('row', { name: 'Products 24 24' }).waitFor({ timeout: 30_000 })
    await expectAccessible(page, 'a checked backup')
    await page.getByRole('button', { name: 'Restore…' }).click()
    await expectAccessible(page, 'the question before a restore')
    await page.getByRole('button', { name: 'Restore and restart' }).click()
    // Everybody is signed out; the shop is there again by itself, at the same address. Either question
    // may be first to hear of it: the card that restores, or the desk's live connection.
    await page
      .getByRole('heading', { name: /^(?:Good to see you|Please sign in again)$/ })
      .waitFor({ timeout: 30_000 })
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText(/the backup of .* was restored\./).waitFor()
    expect(shop.process.exitCode).toBeNull()
    await page.goto('/admin#setup/mail')
    await page.getByRole('textbox', { name: 'Mail server', exact: true }).waitFor()
    await expectAccessible(page, 'the mail settings')
    await page.goto('/admin#backups/passphrase')
    await page
      .getByRole('textbox', { name: 'The same again, from the paper', exact: true })
      .waitFor()
    await expectAccessible(page, 'the passphrase')
    const env = { DATA_DIR: shop.dataDir }
    expect(command('restore', [file], env)).toMatchObject({
      code: 1,
      said: expect.stringContaining('Another Farmstand'),
    })
    expect(await shop.stop()).toBe(0)
    expect(command('restore', [file], env)).toMatchObject({
      code: 0,
      said: expect.stringContaining('The books balance.'),
    })
    const again = await aRunningShop({ DATA_DIR: shop.dataDir })
    expect(await (await fetch(`${again.url}/api/products`)).json()).toHaveLength(24)
  },
)

test('the commands say in a sentence what they did or why not', async () => {
  const shop = await aRunningShop()
  const env = { DATA_DIR: shop.dataDir }
  expect(command('backup', ['--to', `${shop.dataDir}/a.backup`], env).said).toMatch(
    /24 products, \d+ pictures; read back/,
  )
  expect(command('backup', [], { DATA_DIR: '/nowhere/at/all' })).toMatchObject({
    code: 1,
    said: 'There is no shop in /nowhere/at/all.\n',
  })
  expect(command('restore', [], env)).toMatchObject({
    code: 2,
    said: expect.stringMatching(/^error: missing required argument 'file'/),
  })
  expect(command('restore', ['nothing'], env).said).toMatch(/^There is no readable file at /)
  expect(command('move-to-postgres', [], env)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^Where to\? /),
  })
  expect(command('move-to-postgres', ['postgres://127.0.0.1:1/none'], env)).toMatchObject({
    code: 1,
  })
})
