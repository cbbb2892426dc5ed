import { Image } from '@tiptap/extension-image'
import StarterKit from '@tiptap/starter-kit'
import { dressTables, TABLE_KIT } from './table-kit.ts'

/** Pictures of this shop only: the shop would not keep another's. */
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

/**
 * What the editor holds as a person would write it: no paragraph around
 * a list item's only words, no empty end, a line for each block.
 */
export function writtenHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const item of body.querySelectorAll('li')) unwrapItem(item)
  dressTables(body)
  while (isEmptyParagraph(body.lastElementChild)) body.lastElementChild?.remove()
  for (const list of body.querySelectorAll('ul, ol')) putOnLines(list)
  return Array.from(body.children, ({ outerHTML }) => outerHTML).join('\n')
}

/** `<li><p>Eggs</p></li>` says no more than `<li>Eggs</li>`; a second paragraph would. */
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
