import { Image } from '@tiptap/extension-image'
import StarterKit from '@tiptap/starter-kit'
import { dressTables, TABLE_KIT } from './table-kit.ts'

/** Only this shop's pictures: the shop keeps no others. */
const OwnImage = Image.extend({ parseHTML: () => [{ tag: 'img[src^="/uploads/"]' }] })

export const EDITOR_KIT = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    codeBlock: false,
    link: {
      openOnClick: false,
      autolink: false,
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  OwnImage.configure({ inline: true }),
  ...TABLE_KIT,
]

/** Tidies editor HTML: no `<p>` around a list item's only text, no empty end, a line per block. */
export function writtenHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const item of body.querySelectorAll('li')) unwrapItem(item)
  dressTables(body)
  while (isEmptyParagraph(body.lastElementChild)) body.lastElementChild?.remove()
  for (const list of body.querySelectorAll('ul, ol')) putOnLines(list)
  return Array.from(body.children, ({ outerHTML }) => outerHTML).join('\n')
}

/** `<li><p>Eggs</p></li>` means the same as `<li>Eggs</li>`, unless a second paragraph follows. */
function unwrapItem(item: Element): void {
  const [first, ...others] = item.children
  const isAlone =
    first?.tagName === 'P' && others.every(({ tagName }) => tagName === 'UL' || tagName === 'OL')
  if (isAlone) first.replaceWith(...first.childNodes)
}

function isEmptyParagraph(element: Element | null): boolean {
  return element?.tagName === 'P' && element.childNodes.length === 0
}

function putOnLines(list: Element): void {
  for (const item of list.children) item.before('\n')
  list.append('\n')
}
