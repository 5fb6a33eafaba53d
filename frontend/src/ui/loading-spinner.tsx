import './loader.css'

export const LoadingSpinner = () => (
  <svg className="loader" viewBox="0 0 100 100" aria-hidden="true">
    <circle cx="50" cy="50" r="42" />
    <circle className="loader-arc" cx="50" cy="50" r="42" pathLength="100" />
  </svg>
)
