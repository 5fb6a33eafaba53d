import { PRODUCT_NAME } from '#contract/product'
import './logo.css'

export const Logo = () => (
  <span className="logo">
    <svg className="logo-mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <rect width="32" height="32" rx="9" className="logo-ground" />
      <path className="logo-line" d="M16 26V14m0 5c-5 0-7-3-7-8 5 0 7 3 7 8Zm0-3c0-5 2-8 7-8 0 5-2 8-7 8Z" />
    </svg>
    <span className="logo-name">{PRODUCT_NAME}</span>
  </span>
)
