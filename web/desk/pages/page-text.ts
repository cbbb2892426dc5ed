const BLOCKS =
  'h2, h3, h4, p, div, blockquote, pre, hr, ul, ol, li, dt, dd, figure, figcaption, tr, caption'

/** What a page's HTML says in words: a line for each block, a picture by its description. */
export function pageText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const picture of body.querySelectorAll('img'))
    picture.replaceWith(`[picture: ${picture.alt || 'no description'}]`)
  for (const end of body.querySelectorAll('br')) end.replaceWith('\n')
  for (const cell of body.querySelectorAll('td + td, td + th, th + td, th + th'))
    cell.prepend(' | ')
  for (const block of body.querySelectorAll(BLOCKS)) {
    block.before('\n')
    block.after('\n')
  }
  const lines = (body.textContent ?? '').split('\n').map((line) => line.replace(/\s+/g, ' ').trim())
  return lines.filter((line) => line !== '').join('\n')
}
