"""Memory that will be needed soon: the processor fetches it while something else is worked out."""

from importlib import import_module
from typing import Any

from engine.flat.compiled import Numbers, numba


def prefetch(numbers: Numbers, place: int) -> None:
    """Ask for a place in an array, which will be written. Lists, where nothing is compiled, need none."""


def _intrinsic() -> Any:
    cgutils, ir, types = (
        import_module(name) for name in ("numba.core.cgutils", "llvmlite.ir", "numba.core.types")
    )

    def typed(_context: object, numbers: Any, _place: object) -> tuple[object, object]:
        """Numba's form of a function: its signature, and what writes its code."""

        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kind = signature.args[0]
            array = context.make_array(kind)(context, builder, arguments[0])
            pointer = cgutils.get_item_pointer(context, builder, kind, array, [arguments[1]])
            byte, word = ir.IntType(8).as_pointer(), ir.IntType(32)
            form = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
            instruction = builder.module.declare_intrinsic("llvm.prefetch", [byte], form)
            to_write, all_caches, data = word(1), word(3), word(1)
            builder.call(instruction, [builder.bitcast(pointer, byte), to_write, all_caches, data])
            return context.get_dummy_value()

        return types.void(numbers, types.int64), write

    return import_module("numba.extending").intrinsic(typed)


if numba is not None:
    prefetch = _intrinsic()
