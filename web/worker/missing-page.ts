import basket from '#web/drawings/basket.svg?raw'

const LOOK = `
  :root { color-scheme: light dark; --paper: #fbf7ef; --soil: #2a2118; --leaf: #2f5d3a; --on-leaf: #fff }
  @media (prefers-color-scheme: dark) {
    :root { --paper: #1a1611; --soil: #f4ecdf; --leaf: #a5cf98; --on-leaf: #13210f }
    svg { filter: brightness(.88) }
  }
  body { margin: 0; min-height: 100dvh; display: grid; place-content: center; gap: 1rem; padding: 1.5rem;
    background: var(--paper); color: var(--soil); font: 1.0625rem/1.5 system-ui, sans-serif; text-align: center }
  svg { justify-self: center; width: 9rem; border-radius: 1.25rem }
  h1 { margin: 0; font: 600 1.75rem/1.2 Georgia, serif }
  p { margin: 0; max-width: 32ch }
  a { justify-self: center; padding: .75rem 1.5rem; border-radius: 99px; font-weight: 600;
    color: var(--on-leaf); background: var(--leaf); text-decoration: none }
  a.again { padding: .5rem; color: var(--leaf); background: none; text-decoration: underline }
`

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'",
}

/** What stands in place of a page that was never seen, so that nobody meets the browser's own error. */
export function missingPage(hasHomePage: boolean): Response {
  const [text, way] = hasHomePage
    ? [
        'You have not opened this page before, so this device does not have it. You can still browse the shop.',
        TO_HOME,
      ]
    : ['We could not reach the shop. Please try again in a moment.', '']
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>No connection</title>
<style>${LOOK}</style>
${basket.replace('<svg', '<svg aria-hidden="true"')}
<h1>No connection</h1>
<p>${text}</p>
${way}
<a class="again" href="">Try again</a>
</html>`
  return new Response(html, { status: 503, headers: HEADERS })
}

const TO_HOME = '<a href="/">Browse the shop</a>'
