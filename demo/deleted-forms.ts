/** A form variant that a supplier has deleted. */
export interface DeletedForm {
  readonly egetId: string;
  readonly titel: string;
  readonly diaId: string;
}

/** The variants deleted since the demo started. No interface lists them. */
export interface DeletedForms {
  of(cvr: string): readonly DeletedForm[];
  add(cvr: string, form: DeletedForm): void;
  /** Removes a variant that was created again. */
  remove(cvr: string, egetId: string): void;
}

export function createDeletedForms(): DeletedForms {
  const bySupplier = new Map<string, Map<string, DeletedForm>>();

  return {
    of: cvr => [...(bySupplier.get(cvr)?.values() ?? [])],
    add(cvr, form) {
      const forms = bySupplier.get(cvr) ?? new Map<string, DeletedForm>();
      bySupplier.set(cvr, forms.set(form.egetId, form));
    },
    remove: (cvr, egetId) => void bySupplier.get(cvr)?.delete(egetId),
  };
}
