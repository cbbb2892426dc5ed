import { Image } from '@tiptap/extension-image'
import StarterKit from '@tiptap/starter-kit'

/** Pictures of this shop only: the shop would not keep another's. */
const OwnImage = Image.extend({ parseHTML: () => [{ tag: 'img[src^="/uploads/"]' }] })

export const EDITOR_KIT = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    codeBlock: false,
    link: { openOnClick: false, autolink: false, HTMLAttributes: { target: null, rel: null, class: null } },
  }),
  OwnImage.configure({ inline: true }),
]
