/** The shop's mark. */
export function Logo() {
  return (
    <svg viewBox="0 0 34 34" aria-hidden="true" className="size-[2.125rem] shrink-0">
      <circle cx="17" cy="17" r="17" fill="#2f5d3a" />
      <path d="M17 7v3M9.5 11l2.2 2.2M24.5 11l-2.2 2.2" stroke="#e3a12f" strokeWidth="2" strokeLinecap="round" />
      <circle cx="17" cy="20" r="6.5" fill="#e3a12f" />
      <path d="M3.2 22.5c6-4.5 21.6-4.5 27.6 0a17 17 0 0 1-27.6 0z" fill="#a9c48a" />
      <path d="M9 31.9c2-4 4-6.6 7-8.9M25 31.9c-1-4-2.5-6.6-4.5-8.9" stroke="#7fa35f" strokeWidth="1.6" fill="none" />
    </svg>
  )
}
