import type { ReactNode } from 'react'
import './card.css'
import './villi.css'

export const CardPageLayout = ({
  wide = false,
  children,
}: {
  readonly wide?: boolean
  readonly children: ReactNode
}) => (
  <div className="card-page">
    <div className={wide ? 'card card-wide' : 'card'}>{children}</div>
    <VilliBackground />
  </div>
)

/** Inline SVG, not a background image: so large an image would count as the largest contentful paint. */
const VilliBackground = () => (
  <svg className="villi" aria-hidden="true" focusable="false">
    <defs>
      <pattern id="villi" width="360" height="150" patternUnits="userSpaceOnUse">
        <path d="M0 150v-29a13 13 0 0 0 13-13V79a17 17 0 0 1 34 0V108a13 13 0 0 0 26 0V51a17 17 0 0 1 34 0V108a13 13 0 0 0 26 0V91a17 17 0 0 1 34 0V108a13 13 0 0 0 26 0V37a17 17 0 0 1 34 0V108a13 13 0 0 0 26 0V75a17 17 0 0 1 34 0V108a13 13 0 0 0 26 0V103a17 17 0 0 1 34 0V108a13 13 0 0 0 13 13v29Z" />
      </pattern>
    </defs>
    <rect width="100%" height="150" fill="url(#villi)" />
  </svg>
)
