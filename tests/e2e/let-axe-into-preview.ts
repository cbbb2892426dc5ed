import type { Page } from 'playwright-core'

/** Nothing runs in the preview, so axe would wait for its frame forever. */
export async function letAxeIntoPreview(page: Page): Promise<void> {
  const frame = page.locator('iframe[title="Preview of the newsletter"]')
  await frame.evaluate((preview) => {
    if (!(preview instanceof HTMLIFrameElement)) return
    preview.setAttribute('sandbox', 'allow-scripts')
    preview.srcdoc = String(preview.srcdoc)
  })
  await page
    .frameLocator('iframe[title="Preview of the newsletter"]')
    .getByRole('heading', { level: 1 })
    .waitFor()
}
