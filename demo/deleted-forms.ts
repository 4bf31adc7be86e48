/** A form variant that a supplier has withdrawn. */
export interface DeletedForm {
  readonly egetId: string;
  readonly titel: string;
  readonly diaId: string;
}

/** The variants that were deleted since the demo started and have not returned, which no interface lists. */
export interface DeletedForms {
  of(cvr: string): readonly DeletedForm[];
  add(cvr: string, form: DeletedForm): void;
  /** Called when a variant exists again. */
  forget(cvr: string, egetId: string): void;
}

export function createDeletedForms(): DeletedForms {
  const bySupplier = new Map<string, Map<string, DeletedForm>>();

  return {
    of: cvr => [...(bySupplier.get(cvr)?.values() ?? [])],
    add(cvr, form) {
      const forms = bySupplier.get(cvr) ?? new Map<string, DeletedForm>();
      bySupplier.set(cvr, forms.set(form.egetId, form));
    },
    forget: (cvr, egetId) => void bySupplier.get(cvr)?.delete(egetId),
  };
}
