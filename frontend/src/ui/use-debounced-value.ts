import { useEffect, useState } from 'react'

/** The value as it last stood still for so many milliseconds. */
export function useDebouncedValue<Value>(value: Value, milliseconds: number): Value {
  const [debounced, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return debounced
}
