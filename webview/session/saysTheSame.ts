/** Whether two values of a message say the same, field by field. */
export function saysTheSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const fields = Object.entries(one);
  return (
    fields.length === Object.keys(other).length &&
    fields.every(([name, value]) => saysTheSame(value, Reflect.get(other, name)))
  );
}
