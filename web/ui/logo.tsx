import { pictureName, variantUrl } from '#contract/products/pictures.ts'

/** The farm's logo in our logo's square, so that no header grows; without an address, our own. */
export function Logo({ url = '' }: { url?: string }) {
  const name = pictureName(url)
  if (name)
    return (
      <img
        src={variantUrl(name, { width: 160, format: 'webp' })}
        srcSet={`${variantUrl(name, { width: 280, format: 'webp' })} 2x`}
        alt=""
        className="size-[2.125rem] shrink-0 object-contain @max-[19rem]:hidden"
      />
    )
  return (
    <svg
      viewBox="0 0 34 34"
      aria-hidden="true"
      className="size-[2.125rem] shrink-0 @max-[19rem]:hidden"
    >
      <circle cx="17" cy="17" r="17" fill="#2f5d3a" />
      <path
        d="M17 6v3M9.3 10.3l2.2 2.2M24.7 10.3l-2.2 2.2"
        stroke="#e3a12f"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <circle cx="17" cy="19" r="6.5" fill="#e3a12f" />
      <path d="M1 22.8c8-4.6 24-4.6 32 0A17 17 0 0 1 1 22.8z" fill="#a9c48a" />
      <path
        d="M9.9 31c1.3-3.6 2.9-6.3 5.1-8.4M24.1 31c-1.3-3.6-2.9-6.3-5.1-8.4"
        stroke="#7fa35f"
        strokeWidth="1.6"
        strokeLinecap="round"
        fill="none"
      />
    </svg>
  )
}
